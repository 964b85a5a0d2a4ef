"""Golden values for crates/core/src/rng.rs, from an independent BLAKE3 (PyPI `blake3`) and xoshiro256++."""
import struct
from blake3 import blake3

M = (1 << 64) - 1


def seed(purpose, ids):
    return blake3(purpose.encode() + b"\0" + b"".join(struct.pack("<Q", i) for i in ids)).digest()


class Rng:
    def __init__(self, s):
        self.s = list(struct.unpack("<4Q", s))

    def bits(self):
        s = self.s
        rotl = lambda x, k: ((x << k) | (x >> (64 - k))) & M
        out = (rotl((s[0] + s[3]) & M, 23) + s[0]) & M
        t = (s[1] << 17) & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return out

    def below(self, n):
        wide = self.bits() * n
        while (wide & M) < ((1 << 64) % n):
            wide = self.bits() * n
        return wide >> 64


print("block", struct.unpack("<Q", seed("croupier deck dev", [1, 0])[:8])[0])
r = Rng(seed("croupier chance", [1, 0]))
print("draw", [r.bits() for _ in range(3)])
r = Rng(seed("croupier chance", [1, 0]))
deck = list(range(10))
for i in range(9, 0, -1):
    j = r.below(i + 1)
    deck[i], deck[j] = deck[j], deck[i]
print("shuffle", deck)
