import { type Route, serve } from '#platform/serve'
import { dryRun } from './actions/dry-run.ts'
import { tryAutomation } from './dry-run-api.ts'

export const dryRunRoutes: readonly Route[] = [serve(tryAutomation, dryRun)]
