import { expect, test } from 'vitest'
import { assert } from '#test'
import { unportable, unportableSources } from '../scripts/portable.mjs'

test('nothing installed works on one operating system only', () => {
  assert.deepEqual(unportableSources(), [])
})

test('non-portable code is found, unless it checks for its system', () => {
  const examples = {
    "process.on('SIGUSR2', reload)": 'a signal that Windows does not have',
    "readFileSync('/proc/self/stat')": 'a place that only some systems have',
    ['const file = `$' + '{dataDir}/database`']: 'a path that is put together by hand',
    "const name = folderPath.split('/')": 'a path that is taken apart by hand',
    "new URL('x', import.meta.url).pathname": 'an address in the place of a path',
    "await import(join(root, 'x.js'))": 'a path in the place of an address',
    "server.listen('/run/loquat.sock')": 'a socket that is a file',
    'process.getuid()': 'a question that Windows does not answer',
    "execFileSync('ps', [])": 'a program that need not be there',
    'symlinkSync(from, to)': 'a link that Windows allows few people',
  }
  for (const [line, problem] of Object.entries(examples)) {
    expect(unportable(line).join('\n'), line).toContain(problem)
    assert.deepEqual(unportable(`if (process.platform === 'linux') {\n  ${line}\n}`), [])
    assert.deepEqual(unportable(`// ${line}`), [])
  }
  for (const fine of ["join(folder, 'x')", "process.once('SIGTERM', stop)", 'process.getuid?.()', "path.split('/')"])
    assert.deepEqual(unportable(fine), [], fine)
})
