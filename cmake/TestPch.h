// What every unit test includes, on top of CorePch.h.
#include "CorePch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
