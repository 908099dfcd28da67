import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { projectRoot } from '#platform/config'
import { assert, test } from '#test'
import { temporaryFolder } from './harness/temporary-folder.ts'

/*
 * CPU time of a start: about twice what is measured on an idle machine, and far below earlier costs of 8 and 1.8
 * seconds.
 */

const firstStartSecs = 5
const commandSecs = 0.9
/** Loading the program alone takes more, so a smaller figure leaves out the start. */
const leastSecs = 0.2

const program = join(projectRoot, 'bin/loquat')
/** Makes a program print its CPU time to standard error, in microseconds. */
const telling = "data:text/javascript,process.on('exit',()=>console.error('cost '+JSON.stringify(process.cpuUsage())))"

async function cost(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', telling, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await text(child.stderr)
  const { user, system } = JSON.parse(/^cost (.*)$/m.exec(said)?.[1] ?? assert.fail(said))
  return (user + system) / 1e6
}

test('a first start and a command next to it use little CPU time', async () => {
  const folder = await temporaryFolder()
  const place = ['--data-dir', join(folder.path, 'data')]
  // a checkout may have to be built first
  await cost('--version')
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', ...place], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
    const url = /http:\S+/.exec(line)?.[0] ?? assert.fail(line)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const spent = Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
    assert.ok(spent > leastSecs && spent < firstStartSecs, `${spent} seconds for the first start`)
    const costs = [await cost('org', 'list', ...place), await cost('org', 'list', ...place)]
    assert.ok(Math.min(...costs) < commandSecs, `${costs} seconds for a command`)
  } finally {
    server.kill()
    await once(server, 'exit')
    await folder.remove()
  }
})
