export { serverBus } from './bus.ts'
export { natsBus } from './nats-bus.ts'
export { Runtime } from './runtime.ts'
