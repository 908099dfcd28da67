export * from './codec.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './event.ts'
