import { setFlagsFromString } from 'node:v8'
import { beginServer, wasmBudgetFlag } from '#platform/config'
import { main } from './command/index.ts'

const args = process.argv.slice(2)
const isServer = ['serve', 'start'].includes(args[0] ?? '')
if (isServer) beginServer()
else setFlagsFromString(wasmBudgetFlag)
process.exitCode = await main({
  args,
  environment: process.env,
  features: async () => (await import('./app.ts')).features,
})
// everything is closed by now, but a collector of traces that doesn't respond would keep the process
if (isServer) process.exit()
