// Written by npm run generate from web/texts/en.arb.

declare module 'messages:notifying' {
  export const messages: {
    readonly offer: string
    readonly turnOn: string
    readonly notHere: string
    readonly title: string
    readonly label: string
    readonly states: {
      readonly off: string
      readonly on: string
      readonly pushed: string
      readonly blocked: string
      readonly insecure: string
      readonly install: string
      readonly unsupported: string
    }
    readonly noPush: string
    readonly turnOff: string
    readonly tryNotification: string
    readonly showTest: string
    readonly trySound: string
    readonly playSound: string
    readonly openSound: string
  }
}
