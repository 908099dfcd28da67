import { showRefusal } from '../../parts/refusal.ts'

/** Loads a dialog's code and opens it; shows an error if it can't be loaded. */
const opening =
  <A extends unknown[]>(load: () => Promise<(...args: A) => void>) =>
  (...args: A): void =>
    void load().then((open) => open(...args), showRefusal)

export const openNewAutomation = opening(async () => (await import('./automation-form.tsx')).openNewAutomation)
export const openAutomation = opening(async () => (await import('./automation-form.tsx')).openAutomation)
export const openTest = opening(async () => (await import('./test-dialog.tsx')).openTest)
export const openRuns = opening(async () => (await import('./automation-runs.tsx')).openRuns)
export const openCallSecret = opening(async () => (await import('./call-secret.tsx')).openCallSecret)
export const openWebhookAddress = opening(async () => (await import('./webhook-address.tsx')).openWebhookAddress)
