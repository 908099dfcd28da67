// Simulates power cuts of a busy database and a busy server at many more points than npm run test:endurance does, a few
// per second: npm run power-cuts -- 2000 [seed]
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const [states = '500', seed] = process.argv.slice(2)
const child = spawn('npx', ['vitest', 'run', 'test/power-cut'], {
  cwd: dirname(dirname(fileURLToPath(import.meta.url))),
  env: { ...process.env, LOQUAT_POWER_CUTS: states, ...(seed ? { LOQUAT_POWER_CUTS_SEED: seed } : {}) },
  stdio: 'inherit',
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
