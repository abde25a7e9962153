// Reads a TTIR module, plans it as `alcove plan` does, and counts what lies in L1.
#include <alcove/Lower/Passes.h>
#include <alcove/Ops/Dialect/TTCore/TTCore.h>
#include <alcove/Ops/Dialect/TTIR/TTIR.h>
#include <alcove/Ops/Dialect/TTNN/TTNN.h>
#include <alcove/Pipelines/Pipelines.h>

#include <llvm/Support/raw_ostream.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Pass/PassRegistry.h>

int main(int argc, char **argv) {
  if (argc != 2)
    return llvm::errs() << "usage: planned MODEL.mlir\n", 2;
  mlir::DialectRegistry registry;
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect,
                  mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  alcove::transforms::registerPipelines();
  mlir::PassManager manager(&context);
  const mlir::PassPipelineInfo *pipeline = mlir::PassPipelineInfo::lookup("ttir-to-ttnn-backend-pipeline");
  auto fail = [](const llvm::Twine &message) { return llvm::errs() << message << "\n", mlir::failure(); };
  if (failed(pipeline->addToPipeline(manager, "optimization-level=2", fail)) || failed(manager.run(*module)))
    return 1;
  int64_t ops = 0, moves = 0;
  module->walk([&](mlir::Operation *op) {
    ops += op->getName().getDialectNamespace() == "ttnn";
    moves += op->getName().getStringRef() == "ttnn.to_memory_config";
  });
  llvm::outs() << ops << " TTNN ops, " << moves << " of them moves between memories\n";
}
