// Written by npm run generate from web/texts/en.arb.

declare module 'messages:lockdown' {
  export const messages: {
    readonly title: string
    readonly help: string
    readonly startButton: string
    readonly startTitle: string
    readonly start: string
    readonly changeTitle: string
    readonly change: string
    readonly save: string
    readonly effects: {
      readonly joining: string
      readonly newMembers: string
      readonly slow: string
    }
    readonly howLong: string
    readonly fromNow: string
    readonly hours: (n: number) => string
    readonly reason: string
    readonly line: (end: string) => string
    readonly end: string
    readonly endButton: string
    readonly endNow: string
    readonly review: string
    readonly started: string
    readonly ended: string
    readonly endTitle: string
    readonly endMore: string
    readonly people: string
    readonly loading: string
    readonly since: (when: string) => string
    readonly none: (when: string) => string
    readonly selectAll: (n: number) => string
    readonly actions: {
      readonly restrict: string
      readonly remove: string
      readonly welcome: string
    }
    readonly submits: {
      readonly restrict: string
      readonly remove: string
      readonly welcome: string
    }
    readonly titles: {
      readonly restrict: (n: number) => string
      readonly remove: (n: number) => string
      readonly welcome: (n: number) => string
    }
    readonly helps: {
      readonly restrict: string
      readonly remove: string
      readonly welcome: string
    }
    readonly done: {
      readonly restrict: (n: number) => string
      readonly remove: (n: number) => string
      readonly welcome: (n: number) => string
    }
    readonly refused: (n: number, name: string, problem: string) => string
    readonly progress: (done: number, n: number) => string
    readonly usualReason: string
    readonly joined: (when: string) => string
    readonly messages: (n: number) => string
    readonly held: (n: number) => string
    readonly readOnly: string
    readonly welcomed: string
    readonly newest: (n: number) => string
    readonly welcome: string
    readonly wasWelcomed: string
    readonly unwelcome: string
  }
}
