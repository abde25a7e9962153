//===- ProfilesTest.cpp - Files of profilers, whole and damaged -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/FrontDoors/Profiles/Join.h"
#include "alcove/FrontDoors/Profiles/Profile.h"

#include "alcove/Base/Sqlite/Sqlite.h"
#include "alcove/OpModel/Score/TimeScore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::profiles;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

const char *sizes[] = {"W", "Z", "Y", "X"};

/// Columns of one version, with others between them that no reader knows.
std::string header(const std::string &version, int others = 0) {
  std::string text = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,";
  if (version == "2.1")
    text += "DEVICE ARCH,AVAILABLE WORKER CORE COUNT,";
  text += "ATTRIBUTES,MATH FIDELITY,CORE COUNT";
  for (int i = 0; i < others; ++i)
    text += ",OTHER " + std::to_string(i);
  text += ",DEVICE KERNEL DURATION [ns]";
  for (const char *tensor : {"INPUT_0", "OUTPUT_0"}) {
    for (const char *size : sizes)
      text += std::string(",") + tensor + "_" + size + (version == "1" ? "" : "_PAD[LOGICAL]");
    for (const char *part : {"LAYOUT", "DATATYPE", "MEMORY"})
      text += std::string(",") + tensor + "_" + part;
  }
  return text + "\n";
}

/// A relu of 64x64 from and to DRAM.
std::string row(const std::string &version, int call, const std::string &ns, int others = 0) {
  std::string text = "UnaryDeviceOperation,tt_dnn_device," + std::to_string(1024 * call) + ",0,";
  if (version == "2.1")
    text += "wormhole_b0,64,";
  text += "{'op_chain': '{BasicUnaryWithParam(op_type=UnaryOpType::RELU)}'},HiFi4,4";
  for (int i = 0; i < others; ++i)
    text += ",";
  text += "," + ns;
  for (int tensor = 0; tensor < 2; ++tensor)
    text += (version == "1" ? std::string(",1,1,64,64") : std::string(",1[1],1[1],64[60],64[64]")) +
            ",TILE,BFLOAT16,DEV_1_DRAM_INTERLEAVED";
  return text + "\n";
}

std::string sheet(const std::string &version) {
  return header(version) + "start,signpost" + std::string(version == "2.1" ? 22 : 20, ',') + "\n" +
         row(version, 1, "1000") + row(version, 2, "1010") + row(version, 3, "990");
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

} // namespace

TEST(ProfilesTest, PR1_SheetsAreReadByColumnName) {
  for (std::string version : {"1", "2", "2.1"})
    for (int others : {0, 40}) {
      Result<Profile> profile = parseProfile(header(version, others) + row(version, 1, "1000", others), "s.csv");
      ASSERT_TRUE(profile.ok()) << profile.error().message;
      EXPECT_EQ(profile->version, version);
      ASSERT_EQ(profile->rows.size(), 1u);
      const ProfileRow &each = profile->rows[0];
      EXPECT_EQ(each.kernelNs, 1000);
      EXPECT_EQ(each.cores, 4);
      EXPECT_THAT(each.inputs.at(0).padded, ElementsAre(1, 1, 64, 64));
      EXPECT_THAT(each.inputs.at(0).logical, ElementsAre(1, 1, version == "1" ? 64 : 60, 64));
      EXPECT_EQ(each.outputs.at(0).memory, "DRAM_INTERLEAVED");
    }
}

TEST(ProfilesTest, PR2_RowsBeforeTheLastSignpostAreWarmUp) {
  std::string mark = "start,signpost" + std::string(20, ',') + "\n";
  std::string text = header("2") + row("2", 1, "9000") + mark + row("2", 2, "1000");
  EXPECT_EQ(parseProfile(text, "s")->beforeSignpost, 1);
  EXPECT_EQ(parseProfile(text, "s")->rows.at(0).kernelNs, 1000);
  // A mark behind everything ends the run; what is before it counts.
  EXPECT_EQ(parseProfile(text + mark, "s")->rows.size(), 1u);
}

TEST(ProfilesTest, PR9_ASignpostNamesTheRowsBehindIt) {
  auto mark = [](const std::string &text) { return text + ",signpost" + std::string(20, ',') + "\n"; };
  std::string up = mark("\"loc(\"\"up, 1\"\")\""), down = mark("\"loc(\"\"down\"\")\"");
  std::string text = header("2") + row("2", 1, "9000") + mark("start") + row("2", 2, "1000") + up +
                     row("2", 3, "2000") + row("2", 4, "2100") + up + row("2", 5, "2200") + down + row("2", 6, "3000");
  Result<Profile> profile = parseProfile(text, "s");
  ASSERT_TRUE(profile.ok()) << profile.error().message;
  EXPECT_EQ(profile->beforeSignpost, 1); // what names an op begins nothing
  std::vector<std::string> locations;
  std::vector<int64_t> loops;
  for (const ProfileRow &each : profile->rows) {
    locations.push_back(each.location);
    loops.push_back(each.loop);
  }
  EXPECT_THAT(locations, ElementsAre("", "up, 1", "up, 1", "up, 1", "down"));
  EXPECT_THAT(loops, ElementsAre(0, 1, 1, 2, 1));
}

TEST(ProfilesTest, PR4_CallsWithoutARowAreCounted) {
  EXPECT_EQ(parseProfile(header("2") + row("2", 1, "1000") + row("2", 5, "1000"), "s")->droppedCalls, 3);
  EXPECT_EQ(parseProfile(header("2") + row("2", 1, "1000") + row("2", 2, "1000"), "s")->droppedCalls, 0);
}

TEST(ProfilesTest, ATruncatedNumberOfColumnsIsAnErrorWithItsName) {
  struct Damage {
    const char *what, *with, *message;
  };
  const Damage damages[] = {
      {"DEVICE KERNEL DURATION [ns]", "DEVICE FW DURATION [ns]", "column 'DEVICE KERNEL DURATION [ns]' is missing"},
      {"OP TYPE", "KIND", "column 'OP TYPE' is missing"},
      {"MATH FIDELITY", "ATTRIBUTES", "column 'ATTRIBUTES' occurs twice"},
      {"OP CODE,", "\"OP CODE,", "quoted field is not closed"},
      {"OP CODE,", "\"OP\" CODE,", "text after the closing quote"},
  };
  for (const Damage &damage : damages) {
    Result<Profile> profile = parseProfile(replaced(sheet("2"), damage.what, damage.with), "s.csv");
    ASSERT_FALSE(profile.ok()) << damage.what;
    EXPECT_THAT(profile.error().message, HasSubstr(damage.message));
    EXPECT_THAT(profile.error().message, HasSubstr("s.csv"));
  }
  for (std::string text : {std::string(), std::string("\n\n"), std::string(1000, '\0'), std::string("%PDF-1.4\n"),
                           header("2"), header("2").substr(0, 20)}) {
    Result<Profile> profile = parseProfile(text, "s.csv");
    ASSERT_FALSE(profile.ok());
    EXPECT_THAT(profile.error().message, HasSubstr("s.csv"));
  }
}

TEST(ProfilesTest, IO14_UTF16IsRefusedByName) {
  EXPECT_EQ(parseProfile(std::string("\xff\xfeO\0P\0", 6), "s.csv").error().message,
            "s.csv: IO-14: a text in UTF-16: save it as UTF-8");
  EXPECT_TRUE(parseProfile("\xef\xbb\xbf" + sheet("2"), "s.csv").ok());
}

/// A row that is damaged goes, with its line and the reason; its neighbours stay.
TEST(ProfilesTest, PR3_DamagedRowsAreLostOneByOne) {
  struct Damage {
    const char *what, *with, *reason;
  };
  const Damage damages[] = {
      {",1010,", ",,", "DURATION [ns] is '', a positive number"},
      {",1010,", ",0,", "is '0', a positive number"},
      {",1010,", ",-5,", "is '-5', a positive number"},
      {",1010,", ",nan,", "is 'nan', a positive number"},
      {",1010,", ",inf,", "is 'inf', a positive number"},
      {",1010,", ",1e300,", "a positive number"},
      {",1010,", ",1010 ns,", "is '1010 ns'"},
      {",1010,", ",1010", "fields, the header has"},
      {",1010,", ",1010,,", "fields, the header has"},
      {",1010,", ",\"1010,", "quoted field is not closed"},
      {",1010,", ",\"10\"10,", "text after the closing quote"},
      {"HiFi4,4,1010", "HiFi4,0,1010", "CORE COUNT is 0"},
      {"HiFi4,4,1010", "HiFi4,-4,1010", "CORE COUNT is '-4'"},
      {"HiFi4,4,1010", "HiFi4,many,1010", "CORE COUNT is 'many'"},
      {"HiFi4,4,1010", "HiFi4,99999,1010", "CORE COUNT is '99999'"},
      {"HiFi4,4,1010", "HiFi4,,1010", "CORE COUNT is empty"},
      {"2048,0,", "x2048,0,", "GLOBAL CALL COUNT is 'x2048'"},
      {"2048,0,", "2048.5,0,", "GLOBAL CALL COUNT is '2048.5'"},
      {"RELU)}'},HiFi4,4,1010", "RELU)}',HiFi4,4,1010", "ATTRIBUTES is not a whole dictionary"},
      {"RELU)}'},HiFi4,4,1010", "RELU)}'}\",HiFi4,4,1010", "it ends with"},
      {"2048,0,", "2048,-1,", "DEVICE ID is '-1'"},
      {"1010,1[1],", "1010,,", "INPUT_0 has 3 of four sizes"},
      {"1010,1[1],", "1010,1[1,", "INPUT_0_W_PAD[LOGICAL] is '1[1'"},
      {"1010,1[1],", "1010,one,", "INPUT_0_W_PAD[LOGICAL] is 'one'"},
      {"1010,1[1],", "1010,-1[1],", "INPUT_0_W_PAD[LOGICAL] is '-1[1]'"},
      {"1010,1[1],", "1010,1[1][1],", "a size such as 32[19]"},
      {"1010,1[1],", "1010,99999999999999999999[1],", "a size such as 32[19]"},
  };
  for (const Damage &damage : damages) {
    Result<Profile> profile = parseProfile(replaced(sheet("2"), damage.what, damage.with), "s.csv");
    ASSERT_TRUE(profile.ok()) << damage.with << ": " << profile.error().message;
    EXPECT_EQ(profile->rows.size(), 2u) << damage.with;
    ASSERT_EQ(profile->lost.size(), 1u) << damage.with;
    EXPECT_EQ(profile->lost[0].line, 4) << damage.with;
    EXPECT_THAT(profile->lost[0].reason, AllOf(HasSubstr(damage.reason), Not(HasSubstr("s.csv"))));
  }
  Result<Profile> zeros = parseProfile(replaced(sheet("2"), "2048,0,", std::string("2048,0,") + '\0'), "s.csv");
  EXPECT_EQ(zeros->lost.at(0).line, 4);
  // Of another chip.
  Result<Profile> mixed = parseProfile(replaced(sheet("2.1"), "2048,0,wormhole_b0,64", "2048,0,blackhole,64"), "s");
  EXPECT_THAT(mixed->lost.at(0).reason, HasSubstr("DEVICE ARCH is 'blackhole', the rows above are of 'wormhole_b0'"));
  mixed = parseProfile(replaced(sheet("2.1"), "2048,0,wormhole_b0,64", "2048,0,,64"), "s");
  EXPECT_THAT(mixed->lost.at(0).reason, HasSubstr("DEVICE ARCH is ''"));
  mixed = parseProfile(replaced(sheet("2.1"), "2048,0,wormhole_b0,64", "2048,0,wormhole_b0,0"), "s");
  EXPECT_THAT(mixed->lost.at(0).reason, HasSubstr("AVAILABLE WORKER CORE COUNT is 0, the rows above have 64"));
  mixed = parseProfile(replaced(sheet("2.1"), "2048,0,wormhole_b0,64", "2048,0,wormhole_b0,56"), "s");
  EXPECT_THAT(mixed->lost.at(0).reason, HasSubstr("AVAILABLE WORKER CORE COUNT is 56, the rows above have 64"));
}

TEST(ProfilesTest, SheetsWithoutDamageLoseNothing) {
  for (std::string version : {"1", "2", "2.1"}) {
    std::string text = sheet(version), windows;
    for (char c : text)
      windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string &each : {text, "\xef\xbb\xbf" + text, windows, text.substr(0, text.size() - 1)}) {
      Result<Profile> profile = parseProfile(each, "s.csv");
      ASSERT_TRUE(profile.ok()) << profile.error().message;
      EXPECT_EQ(profile->rows.size(), 3u);
      EXPECT_TRUE(profile->lost.empty());
    }
  }
  // Cut off within the last row.
  Result<Profile> cut = parseProfile(sheet("2").substr(0, sheet("2").size() - 30), "s.csv");
  EXPECT_EQ(cut->rows.size(), 2u);
  EXPECT_EQ(cut->lost.size(), 1u);
}

TEST(ProfilesTest, PR5_TheClockAndTheKernelsOfALog) {
  const std::string log = "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 500, Max Compute Cores: 64\n"
                          "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, "
                          "run host ID, zone name, "
                          "type, source line, source file\n"
                          "0,1,1,BRISC,1,90,0,1024,BRISC-FW,ZONE_START,1,k.cc\n"
                          "0,1,1,BRISC,1,100,0,1024,BRISC-KERNEL,ZONE_START,1,k.cc\n"
                          "0,2,1,BRISC,1,120,0,1024,BRISC-KERNEL,ZONE_START,1,k.cc\n"
                          "0,1,1,BRISC,1,300,0,1024,BRISC-KERNEL,ZONE_END,1,k.cc\n"
                          "0,2,1,TRISC_0,1,350,0,1024,TRISC-KERNEL,ZONE_END,1,k.cc\n"
                          "0,2,1,BRISC,1,400,0,1024,BRISC-FW,ZONE_END,1,k.cc\n";
  Result<Profile> profile = parseProfile(log, "l.csv");
  ASSERT_TRUE(profile.ok()) << profile.error().message;
  EXPECT_EQ(profile->clockMHz, 500);
  ASSERT_EQ(profile->rows.size(), 1u);
  EXPECT_EQ(profile->rows[0].kernelNs, (350 - 100) * 2); // cycles of 2 ns
  EXPECT_EQ(profile->rows[0].cores, 2);
  EXPECT_THAT(parseProfile(replaced(log, "500", "fast"), "l.csv").error().message, HasSubstr("CHIP_FREQ[MHz]"));
  EXPECT_THAT(parseProfile(replaced(log, "run host ID", "id"), "l.csv").error().message,
              HasSubstr("l.csv:2: column 'run host ID' is missing"));
  EXPECT_EQ(parseProfile(replaced(log, ",300,", ",x,"), "l.csv")->lost.at(0).line, 6);
  EXPECT_THAT(parseProfile("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 500", "l.csv").error().message, HasSubstr("l.csv:2"));
}

TEST(ProfilesTest, PR6_ACaptureHasThePeakOfACore) {
  // 4096 B of a buffer and 1000 B of circular buffers on a core; the view is not counted.
  const std::string capture = R"JSON([
    {"counter": 0, "node_type": "function_start", "params": {"name": "ttnn::add", "inputs": "1"}, "input_tensors": [1]},
    {"counter": 1, "node_type": "tensor", "params": {"shape": "Shape([1, 64])", "dtype": "DataType::BFLOAT16",
      "layout": "Layout::TILE", "memory_config": "MemoryConfig(memory_layout=TensorMemoryLayout::HEIGHT_SHARDED,buffer_type=BufferType::L1,shard_spec=ShardSpec(grid={[(x=0,y=0) - (x=0,y=0)]},shape={32, 64}))"}},
    {"counter": 2, "node_type": "buffer_allocate", "params": {"type": "L1", "address": "0", "size": "8192", "num_cores": 2}},
    {"counter": 3, "node_type": "circular_buffer_allocate", "params": {"size": 1000, "globally_allocated": "0"}},
    {"counter": 4, "node_type": "circular_buffer_allocate", "params": {"size": 9000, "globally_allocated": "1"}},
    {"counter": 5, "node_type": "function_end", "params": {"name": "ttnn::add"}}])JSON";
  Result<Profile> profile = parseProfile(capture, "g.json");
  ASSERT_TRUE(profile.ok()) << profile.error().message;
  EXPECT_EQ(profile->peakL1Bytes, 5096);
  EXPECT_EQ(profile->rows.at(0).inputs.at(0).memory, "L1_HEIGHT_SHARDED");
  EXPECT_THAT(parseProfile("{}", "g.json").error().message, HasSubstr("g.json: not a graph capture"));
  EXPECT_THAT(parseProfile("[]", "g.json").error().message, HasSubstr("function_start"));
  EXPECT_THAT(parseProfile("[1, {}]", "g.json").error().message, HasSubstr("g.json"));
  EXPECT_THAT(parseProfile("[", "g.json").error().message, HasSubstr("g.json"));
}

TEST(ProfilesTest, PR7_InputsTakeTheShardsOfTheirProducer) {
  const std::string config = "MemoryConfig(memory_layout=TensorMemoryLayout::HEIGHT_SHARDED;buffer_type=BufferType::L1;"
                             "shard_spec=ShardSpec(grid={[(x=0;y=0) - (x=1;y=0)]};shape={32; 64}))";
  std::string producer =
      replaced(row("2", 1, "1000"), "'op_chain'", "'output_mem_config': '" + config + "'; 'op_chain'");
  size_t at = producer.rfind("DEV_1_DRAM_INTERLEAVED");
  producer.replace(at, std::string::npos, "DEV_1_L1_HEIGHT_SHARDED\n");
  std::string consumer = replaced(row("2", 2, "1000"), "DEV_1_DRAM_INTERLEAVED", "DEV_1_L1_HEIGHT_SHARDED");
  Profile profile = *parseProfile(header("2") + producer + consumer, "s.csv");
  EXPECT_EQ(fillShards(profile), 1);
  EXPECT_EQ(profile.rows[1].inputs[0].memoryConfig, config);
  Result<opmodel::TimeCases> cases = opmodel::readTimeCases(questionTable(profile, 1000, 64));
  ASSERT_TRUE(cases.ok()) << cases.error().message;
  EXPECT_EQ(cases->cases.at(1).queries[0].inputs[0].layout.shardShape, std::make_pair(int64_t{32}, int64_t{64}));
  // Without the producer's row nothing is made up.
  Profile alone = *parseProfile(header("2") + consumer, "s.csv");
  EXPECT_EQ(fillShards(alone), 0);
}

TEST(ProfilesTest, PR8_OfSeveralChipsOneRowCounts) {
  auto on = [](int device, const char *code, const char *ns) {
    std::string text =
        replaced(row("2", 1, ns), "1024,0,", std::to_string(1024 + device) + "," + std::to_string(device) + ",");
    return replaced(text, "UnaryDeviceOperation", code);
  };
  auto times = [&](const char *code) {
    Profile profile = *parseProfile(header("2") + on(0, code, "1000") + on(1, code, "700"), "s.csv");
    opmodel::CsvTable table = questionTable(profile, 1000, 64);
    EXPECT_EQ(table.rows.size(), 1u);
    return table.get(table.rows.at(0), "kernel_ns_median");
  };
  EXPECT_EQ(times("UnaryDeviceOperation"), "1000");    // the slowest chip
  EXPECT_EQ(times("AllGatherDeviceOperation"), "700"); // the last to arrive waits least
}

TEST(ProfilesTest, ADatabaseHasLayouts) {
  Result<SqliteDatabase> created = SqliteDatabase::create();
  SqliteDatabase &database = *created;
  ASSERT_TRUE(
      database
          .execute("CREATE TABLE operations (operation_id int, name text);"
                   "CREATE TABLE tensors (tensor_id int, shape text, dtype text, layout text, memory_config text);"
                   "CREATE TABLE input_tensors (operation_id int, input_index int, tensor_id int);"
                   "CREATE TABLE output_tensors (operation_id int, output_index int, tensor_id int);"
                   "INSERT INTO operations VALUES (1, 'ttnn.relu');"
                   "INSERT INTO tensors VALUES (7, 'Shape([1, 64])', 'DataType.BFLOAT16', 'Layout.TILE', "
                   "'MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::DRAM)');"
                   "INSERT INTO input_tensors VALUES (1, 0, 7), (1, 1, 8);")
          .ok());
  std::string bytes = *database.bytes();
  Result<Profile> profile = parseProfile(bytes, "db.sqlite");
  ASSERT_TRUE(profile.ok()) << profile.error().message;
  EXPECT_EQ(profile->version, "2");
  EXPECT_EQ(profile->rows.at(0).inputs.at(0).memory, "DRAM_INTERLEAVED");
  EXPECT_THAT(profile->lost.at(0).reason, HasSubstr("tensor 8"));
  EXPECT_THAT(parseProfile(bytes.substr(0, 600), "db.sqlite").error().message, HasSubstr("not a database of a report"));
}

TEST(ProfilesTest, TheViewersReportIsASecondChoice) {
  Profile profile =
      *parseProfile("ID,OP Code,Device Time,Cores\n1,Matmul 32 x 64 x 32,12.5,8\n2,Add,,8\n3,Add,x,8\n", "r");
  EXPECT_EQ(profile.kind, Profile::Kind::PerfReport);
  EXPECT_EQ(profile.rows.at(0).kernelNs, 12500);
  EXPECT_EQ(profile.rows.at(0).opCode, "Matmul");
  EXPECT_EQ(profile.hostRows, 1);
  EXPECT_EQ(profile.lost.at(0).line, 4);
}

TEST(JoinTest, RowsOfALocationAreItsOps) {
  std::vector<PlannedOp> ops = {{"conv1", "conv2d", 0}, {"a", "add", 0}, {"a_1", "relu", 0}, {"b", "reshape", 0}};
  std::vector<DeviceRow> rows;
  for (int loop = 0; loop < 3; ++loop)
    for (DeviceRow row : std::vector<DeviceRow>{{"conv1", "halo", 0, 10},
                                                {"conv1", "conv2d_program", 0, 100},
                                                {"a", "add", 0, 20.0 + loop},
                                                {"a", "relu", 0, 5},
                                                {"elsewhere", "typecast", 0, 7}}) {
      row.loop = loop;
      rows.push_back(row);
    }
  Joined joined = joinRows(ops, rows);
  EXPECT_THAT(joined.measuredNs, ElementsAre(110, 22, 5, 0)); // loop 0 compiled
  EXPECT_THAT(joined.rowsOf, ElementsAre(2, 1, 1, 0));
  EXPECT_EQ(joined.extra.size(), 2u);
  EXPECT_EQ(joined.loops, 2);
  EXPECT_EQ(joined.rowsNs - joined.matchedNs, 14);
  EXPECT_EQ(joined.matchedOps(), 3);
}

TEST(JoinTest, WithoutLocationsKindsAreAligned) {
  std::vector<PlannedOp> ops = {{"m", "matmul", 0}, {"v", "reshape", 0}, {"c", "conv2d", 0}, {"n", "matmul", 0}};
  std::vector<DeviceRow> rows = {{"", "matmul", 0, 1},
                                 {"", "halo", 0, 2},
                                 {"", "conv2d_program", 0, 3},
                                 {"", "typecast", 0, 4},
                                 {"", "matmul", 0, 5}};
  Joined joined = joinRows(ops, rows);
  EXPECT_THAT(joined.measuredNs, ElementsAre(1, 0, 5, 5)); // the halo is the convolution's; the typecast is nobody's
  EXPECT_THAT(joined.extra, ElementsAre(3));
}
