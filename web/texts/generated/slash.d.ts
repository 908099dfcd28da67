// Written by npm run generate from web/texts/en.arb.

declare module 'messages:slash' {
  export const messages: {
    readonly me: string
    readonly poll: string
    readonly todo: string
    readonly call: string
    readonly dnd: string
    readonly mute: string
    readonly remind: string
    readonly status: string
    readonly callHint: string
    readonly dndHint: (example: string, off: string) => string
    readonly muteHint: (example: string, off: string) => string
    readonly remindHint: (example: string) => string
    readonly statusHint: (example: string, off: string) => string
    readonly meHint: string
    readonly pollHint: string
    readonly todoHint: string
    readonly remindExample: string
    readonly statusExample: string
    readonly endExample: string
    readonly off: string
    readonly channelWord: string
    readonly forTime: (time: string) => string
    readonly untilTime: (time: string) => string
    readonly willCall: (place: string) => string
    readonly willJoinCall: (place: string) => string
    readonly willPause: (time: string) => string
    readonly willEndPause: string
    readonly willMute: (place: string) => string
    readonly willMuteUntil: (place: string, time: string) => string
    readonly willUnmute: (place: string) => string
    readonly willRemind: (time: string, note: string) => string
    readonly willSetStatus: (status: string) => string
    readonly willSetStatusUntil: (status: string, time: string) => string
    readonly willClearStatus: string
    readonly literal: (text: string) => string
    readonly running: string
    readonly unexpectedText: (command: string) => string
    readonly noCallHere: string
    readonly notPaused: string
    readonly noTime: (text: string, example: string) => string
    readonly past: string
    readonly noMuteTarget: string
    readonly notMuted: (place: string) => string
    readonly noReminderTime: (example: string) => string
    readonly noNote: string
    readonly noStatus: string
    readonly tooLong: (n: number) => string
    readonly statusSet: (status: string) => string
    readonly statusCleared: string
    readonly pauseEnded: string
    readonly needsServer: string
    readonly willStart: (name: string) => string
    readonly started: (name: string) => string
    readonly willSendToBot: (name: string) => string
    readonly sentToBot: (name: string) => string
    readonly onlyIn: (place: string) => string
    readonly onlyInPublic: string
  }
}
