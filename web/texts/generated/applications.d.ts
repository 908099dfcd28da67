// Written by npm run generate from web/texts/en.arb.

declare module 'messages:applications' {
  export const messages: {
    readonly emailed: string
    readonly loading: string
    readonly none: string
    readonly waiting: (n: number) => string
    readonly approve: string
    readonly approveOf: (name: string) => string
    readonly approved: (name: string) => string
    readonly decline: string
    readonly declineOf: (name: string) => string
    readonly declineTitle: string
    readonly declineSubmit: string
    readonly message: string
    readonly messageMore: (name: string) => string
    readonly ask: string
    readonly askOf: (name: string) => string
    readonly askTitle: string
    readonly askSubmit: string
    readonly question: string
    readonly questionMore: (name: string, limit: number) => string
    readonly asked: (name: string) => string
    readonly askedAt: (when: string) => string
    readonly answeredAt: (when: string) => string
    readonly select: (name: string) => string
    readonly selectAll: (n: number) => string
    readonly selectNetwork: (n: number) => string
    readonly declineSelected: string
    readonly declineMany: (n: number) => string
    readonly manyMore: string
    readonly declinedMany: (n: number) => string
    readonly appliedAt: (when: string) => string
  }
}
