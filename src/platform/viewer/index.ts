export type { Viewer } from './viewer.ts'
