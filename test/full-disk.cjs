// Loaded into a process before everything else (node --require): a disk that takes LOQUAT_DISK_BYTES bytes and no more.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { writeSync } = fs
let left = Number(process.env.LOQUAT_DISK_BYTES)

fs.writeSync = (fd, data, offset, length, position) => {
  // standard output and error are no files
  if (fd > 2) {
    left -= length
    if (left < 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  }
  return writeSync(fd, data, offset, length, position)
}
syncBuiltinESMExports()
