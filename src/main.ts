import { main } from './command/index.ts'

process.exitCode = await main({
  args: process.argv.slice(2),
  environment: process.env,
  areas: async () => (await import('./app.ts')).areas,
})
