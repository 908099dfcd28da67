export { serverBus } from './bus.ts'
export { checkNatsAccess } from './nats-access.ts'
export { natsBus } from './nats-bus.ts'
export { Runtime } from './runtime.ts'
