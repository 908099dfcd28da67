export { serverBus } from './bus.ts'
export { Runtime } from './runtime.ts'
