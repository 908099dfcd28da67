import { event, state, z } from '#contract'
import { OwnWarning } from '../wire.ts'

/** Sent to the warned person, with all warnings that they haven't acknowledged. */
export const ownWarningsChanged = event('own_warnings', null, { warnings: z.array(OwnWarning) })

/** Warnings that the user hasn't acknowledged, oldest first. */
export const ownWarnings = state('own_warnings', z.array(OwnWarning)).on(
  ownWarningsChanged,
  (_before, event) => event.warnings,
)
