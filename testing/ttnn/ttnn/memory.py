"""Buffers of one chip by address: every buffer lies at one address on all banks of its kind, DRAM from below, L1 from
above, each at the first hole that holds it."""


class OutOfMemory(RuntimeError):
    pass


class Buffer:
    """Bytes that one tensor or several views of it refer to."""

    def __init__(self, memory, address, count):
        self.memory, self.address, self.count, self.owners, self.live = memory, address, count, 0, True

    def drop(self, force=False):
        """One reference less; gone with the last one, or at once where that is forced."""
        self.owners -= 1
        if self.live and (force or self.owners == 0):
            self.live = False
            self.memory.free(self)


class Memory:
    def __init__(self, name, base, size, alignment, from_top):
        self.name, self.base, self.size, self.alignment, self.from_top = name, base, size, alignment, from_top
        self.taken = []  # (address, bytes), by address
        self.held = self.peak = 0

    def allocate(self, count):
        count = -(-max(count, 1) // self.alignment) * self.alignment
        at = self.hole(count)
        if at is None:
            raise OutOfMemory(f"Out of Memory: Not enough space to allocate {count} B {self.name} buffer: "
                              f"{sum(b for _, b in self.taken)} of {self.size} B per bank are taken")
        self.taken = sorted(self.taken + [(at, count)])
        self.held += count
        self.peak = max(self.peak, self.held)
        return Buffer(self, at, count)

    def hole(self, count):
        ends = [self.base] + [a + b for a, b in self.taken]
        starts = [a for a, _ in self.taken] + [self.base + self.size]
        holes = [(low, high) for low, high in zip(ends, starts) if high - low >= count]
        if not holes:
            return None
        return holes[-1][1] - count if self.from_top else holes[0][0]

    def free(self, buffer):
        if buffer.count:
            self.held -= buffer.count
            self.taken.remove((buffer.address, buffer.count))

    def lowest(self):
        return self.taken[0][0] if self.taken else self.base + self.size
