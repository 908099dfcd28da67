export * from './errors.ts'
export * from './states.ts'
