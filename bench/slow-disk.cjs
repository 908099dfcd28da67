// Loaded into a process before everything else (node --require): every sync takes LOQUAT_SYNC_MS, as on a slow disk.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const wait = new Int32Array(new SharedArrayBuffer(4))
const patience = Number(process.env.LOQUAT_SYNC_MS)

for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const real = fs[name]
  fs[name] = (fd) => {
    real(fd)
    Atomics.wait(wait, 0, 0, patience)
  }
}
syncBuiltinESMExports()
