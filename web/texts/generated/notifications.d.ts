// Written by npm run generate from web/texts/en.arb.

declare module 'messages:notifications' {
  export const messages: {
    readonly place: (channel: string, topic: string) => string
    readonly generalChat: string
    readonly namesAndOthers: (first: string, second: string) => string
    readonly inGroup: (senders: string) => string
    readonly said: (sender: string, text: string) => string
    readonly newMessages: (count: number) => string
    readonly withoutText: string
    readonly reply: string
    readonly replyHere: string
    readonly markRead: string
    readonly testTitle: string
    readonly test: string
    readonly notSent: (place: string) => string
    readonly signedOut: string
    readonly unreachable: string
    readonly tryAgain: string
    readonly incomingCall: (name: string) => string
    readonly acceptCall: string
    readonly declineCall: string
    readonly commandsInApp: string
  }
}
