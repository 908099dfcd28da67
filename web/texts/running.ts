import { enRunning, type RunningTexts } from './en-running.ts'

/** Texts of the pages about running an organization. */
export const r: RunningTexts = enRunning
