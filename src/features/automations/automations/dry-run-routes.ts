import { type Route, serve } from '#platform/serve'
import { dryRun } from './actions/dry-run.ts'
import { prepareNewAutomation, prepareSaved } from './actions/prepared-dry-run.ts'
import { tryAutomation, tryNewAutomation } from './dry-run-api.ts'

export const dryRunRoutes: readonly Route[] = [
  serve(tryAutomation, (ctx, params) => dryRun(ctx, (mutation) => prepareSaved(mutation, params))),
  serve(tryNewAutomation, (ctx, params) => dryRun(ctx, (mutation) => prepareNewAutomation(mutation, params))),
]
