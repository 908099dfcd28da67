import { changesMembership } from './membership-input.ts'

/** Whether running the step needs permissions of the person who last changed the automation. */
export const needsEditor = (step: { readonly kind: string; readonly to?: string }): boolean =>
  changesMembership(step) || step.kind === 'call' || (step.kind === 'ask' && step.to === 'group')
