// A preload (node --require) that records in LOQUAT_RECORD_FILE a process's operations on files below
// LOQUAT_RECORD_FOLDER, and its responses. Entry: its length and its head's (4 bytes each), a JSON head, the bytes
// written. Entries follow their operation, but starts of syncs and responses come before, so that nothing counts as
// more durable than it was.
const fs = require('node:fs')
const { ServerResponse } = require('node:http')
const { syncBuiltinESMExports } = require('node:module')
const { resolve, sep } = require('node:path')

const folder = resolve(process.env.LOQUAT_RECORD_FOLDER)
const real = { ...fs }
const promised = { ...fs.promises }
const output = real.openSync(process.env.LOQUAT_RECORD_FILE, 'a')
const open = new Set()
let syncs = 0

function note(head, bytes = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(8 + text.length + bytes.length, 0)
  lengths.writeUInt32LE(text.length, 4)
  // synchronously: threads share the file
  real.writeSync(output, Buffer.concat([lengths, text, bytes]))
}

const within = (path) => typeof path === 'string' && (resolve(path) + sep).startsWith(folder + sep)
const bytesOf = (data, offset = 0, length = data.byteLength - offset) =>
  Buffer.from(data.buffer, data.byteOffset + offset, length)
const contentOf = (data, options) =>
  typeof data === 'string'
    ? Buffer.from(data, typeof options === 'string' ? options : options?.encoding)
    : bytesOf(data)
const makes = (flags) =>
  typeof flags === 'number' ? (flags & real.constants.O_CREAT) !== 0 : /^[wa]/.test(flags ?? 'r')
const empties = (flags) =>
  typeof flags === 'number' ? (flags & real.constants.O_TRUNC) !== 0 : /^w/.test(flags ?? 'r')

/** Some of Node's functions call others; each operation is recorded once. */
let silent = false
function silently(work) {
  silent = true
  try {
    return work()
  } finally {
    silent = false
  }
}

function opened(fd, path, flags) {
  if (silent || !within(path)) return
  open.add(fd)
  note({ op: 'open', fd, path: resolve(path), makes: makes(flags), empties: empties(flags) })
}
function closed(fd) {
  if (open.delete(fd)) note({ op: 'close', fd })
}
const put = (path, bytes) => within(path) && note({ op: 'put', path: resolve(path) }, bytes)
const named = (op, path, to) => {
  if (within(path) || (to && within(to))) note({ op, path: resolve(path), ...(to ? { to: resolve(to) } : {}) })
}

// functions that the library uses, and synchronous ones
fs.openSync = (path, flags, mode) => {
  const fd = real.openSync(path, flags, mode)
  opened(fd, path, flags)
  return fd
}
fs.closeSync = (fd) => {
  real.closeSync(fd)
  closed(fd)
}
fs.writeSync = (fd, data, offset, length, position) => {
  const written = real.writeSync(fd, data, offset, length, position)
  if (!silent && open.has(fd)) {
    if (typeof position !== 'number') throw new Error('the recorder knows writes with a position alone')
    note({ op: 'write', fd, position }, bytesOf(data, offset, written))
  }
  return written
}
fs.writeFileSync = (path, data, options) => {
  silently(() => real.writeFileSync(path, data, options))
  if (typeof path === 'number') open.has(path) && note({ op: 'write', fd: path, position: 0 }, contentOf(data, options))
  else put(path, contentOf(data, options))
}
for (const name of ['fsyncSync', 'fdatasyncSync'])
  fs[name] = (fd) => {
    const number = begin(fd)
    real[name](fd)
    end(number)
  }
fs.ftruncateSync = (fd, size = 0) => {
  real.ftruncateSync(fd, size)
  if (open.has(fd)) note({ op: 'truncate', fd, size })
}
fs.truncateSync = (path, size = 0) => {
  real.truncateSync(path, size)
  if (within(path)) note({ op: 'truncate', path: resolve(path), size })
}
const twoNames = new Set(['rename', 'link'])
for (const name of ['rename', 'link', 'unlink', 'mkdir', 'rmdir', 'rm']) {
  // without the file there is nothing to record
  fs[`${name}Sync`] = (path, ...more) => {
    const known = real.existsSync(path)
    const answer = real[`${name}Sync`](path, ...more)
    if (known || name === 'mkdir') named(name, path, twoNames.has(name) ? more[0] : undefined)
    return answer
  }
  fs.promises[name] = async (path, ...more) => {
    const known = real.existsSync(path)
    const answer = await promised[name](path, ...more)
    if (known || name === 'mkdir') named(name, path, twoNames.has(name) ? more[0] : undefined)
    return answer
  }
}

// promise functions
fs.promises.writeFile = async (path, data, options) => {
  await promised.writeFile(path, data, options)
  put(path, contentOf(data, options))
}
fs.promises.copyFile = async (from, to, mode) => {
  await promised.copyFile(from, to, mode)
  if (within(to))
    put(
      to,
      silently(() => real.readFileSync(to)),
    )
}
fs.promises.open = async (path, flags, mode) => {
  const file = await promised.open(path, flags, mode)
  const { fd } = file
  opened(fd, path, flags)
  for (const name of ['sync', 'datasync']) {
    const itself = file[name].bind(file)
    file[name] = async () => {
      const number = begin(fd)
      await itself()
      end(number)
    }
  }
  const close = file.close.bind(file)
  file.close = async () => {
    closed(fd)
    await close()
  }
  for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'truncate'])
    if (within(path)) file[name] = () => Promise.reject(new Error(`the recorder does not know ${name} of an open file`))
  return file
}

function begin(fd) {
  if (!open.has(fd)) return undefined
  const number = `${process.pid}.${process.hrtime.bigint()}.${++syncs}`
  note({ op: 'sync begins', fd, number })
  return number
}
const end = (number) => number && note({ op: 'sync', number })

const answer = ServerResponse.prototype.end
ServerResponse.prototype.end = function (...given) {
  const received = this.getHeader('upload-offset')
  // headers say how much of a file was received
  if (received !== undefined) {
    const upload = { address: this.getHeader('location') ?? this.req.url, received: Number(received) }
    note({ op: 'answer', text: JSON.stringify({ upload }) })
  }
  if (typeof given[0] === 'string' && given[0] !== '' && given[0].length < 2_000) note({ op: 'answer', text: given[0] })
  return answer.apply(this, given)
}

// acknowledgments by the tests' own programs
process.on('acknowledged', (text) => note({ op: 'answer', text }))

syncBuiltinESMExports()
