import { unitSecs } from '#contract'
import type { Wait } from '../../steps/wait-input.ts'
import type { StepKind } from './step-kind.ts'

export const wait: StepKind<Wait> = {
  canBeRolledBack: true,
  check: (_mutation, step) => ({ step, channelsToJoin: [] }),
  async prepare(_context, { minutes }) {
    return async ({ now }) => ({ wait: { until: new Date(now.getTime() + minutes * unitSecs.minute * 1_000) } })
  },
  async resume() {
    return async () => ({})
  },
}
