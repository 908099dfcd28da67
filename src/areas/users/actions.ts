export * from './actions/bots.ts'
export * from './actions/create.ts'
export * from './actions/deactivate.ts'
export * from './actions/update.ts'
