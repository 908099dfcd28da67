import { setFlagsFromString } from 'node:v8'
import { beginServer, briefProgramFlag } from '#platform/config'
import { main } from './command/index.ts'

const args = process.argv.slice(2)
if (['serve', 'start'].includes(args[0] ?? '')) beginServer()
else setFlagsFromString(briefProgramFlag)
process.exitCode = await main({
  args,
  environment: process.env,
  features: async () => (await import('./app.ts')).features,
})
