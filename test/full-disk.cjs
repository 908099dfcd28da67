// A preload (node --require) that simulates a full disk: after LOQUAT_DISK_BYTES bytes; or a 4 GiB disk whose free
// bytes (`refuses`: none can be written) are in the file LOQUAT_DISK_FILE.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { promises, readFileSync, writeSync, write, writev } = fs
const { copyFile, writeFile, statfs } = promises
const file = process.env.LOQUAT_DISK_FILE
let left = Number(process.env.LOQUAT_DISK_BYTES)

const blockSize = 4096
const size = 4 * 2 ** 30
const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
const told = () => readFileSync(file, 'utf8')

function take(length) {
  if (file) {
    if (told().includes('refuses')) throw full()
    return
  }
  left -= length
  if (left < 0) throw full()
}

fs.writeSync = (fd, data, ...more) => {
  // standard output and error are no files
  if (fd > 2) take(more[1])
  return writeSync(fd, data, ...more)
}

if (file) {
  const refusing =
    (work) =>
    (fd, data, ...more) => {
      try {
        if (fd > 2) take(0)
      } catch (error) {
        return process.nextTick(more.at(-1), error)
      }
      return work(fd, data, ...more)
    }
  fs.write = refusing(write)
  fs.writev = refusing(writev)
  promises.copyFile = async (...given) => {
    take(0)
    return copyFile(...given)
  }
  promises.writeFile = async (...given) => {
    take(0)
    return writeFile(...given)
  }
  promises.statfs = async (...given) => {
    const free = Math.floor(Number.parseInt(told(), 10) / blockSize)
    return { ...(await statfs(...given)), bsize: blockSize, blocks: size / blockSize, bfree: free, bavail: free }
  }
}
syncBuiltinESMExports()
