// Loaded into a process before everything else (node --require): the first background sync of the database's files fails.
const { promises } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { open } = promises
let failures = 1

promises.open = async (...args) => {
  const file = await open(...args)
  const { datasync } = file
  file.datasync = async () => {
    if (failures-- > 0)
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' })
    return datasync.call(file)
  }
  return file
}
syncBuiltinESMExports()
