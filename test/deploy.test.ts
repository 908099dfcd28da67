import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, readConfig, variableOf } from '#platform/config'
import { assert } from '#test'
import { options } from '../src/command/options.ts'

const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined
const shipped = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8')

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-deploy-'))
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

test('the unit starts the server again whenever it ends, and sets options that there are', async () => {
  const unit = await shipped('loquat.service')
  assert.match(unit, /^Restart=always$/m)
  assert.match(unit, /^StartLimitIntervalSec=0$/m)
  const [, program = ''] = /^ExecStart=\/usr\/bin\/node \/opt\/loquat\/(\S+) serve$/m.exec(unit) ?? []
  await readFile(join(projectRoot, program))
  const known = Object.keys(readConfig(options, {}, {})).map(variableOf)
  for (const [, name] of unit.matchAll(/\b(LOQUAT_\w+)=/g)) expect(known).toContain(name)
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd finds nothing wrong with the unit', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'loquat.service')
    const unit = await shipped('loquat.service')
    await writeFile(file, unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/loquat', projectRoot))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    // what it says of other units of the machine is not ours
    assert.equal(/loquat\.service/.test(stderr) ? stderr : '', '', `exit code ${status}`)
  }),
)

test.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))('nginx takes the example of a balancer', () =>
  inFolder(async (folder) => {
    const [pem, key] = [join(folder, 'pem'), join(folder, 'key')]
    const subject = ['-subj', '/CN=chat.example.com', '-days', '1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', pem, ...subject],
      {
        stdio: 'ignore',
      },
    )
    await mkdir(join(folder, 'logs'))
    const site = (await shipped('nginx.conf'))
      .replace('/etc/ssl/chat.example.com.pem', pem)
      .replace('/etc/ssl/chat.example.com.key', key)
    const file = join(folder, 'nginx.conf')
    await writeFile(file, `pid ${folder}/pid;\nerror_log ${folder}/logs/error.log;\nevents {}\nhttp {\n${site}\n}\n`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-p', folder, '-c', file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }),
)
