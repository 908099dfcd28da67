// Written by npm run generate from web/texts/en.arb.

declare module 'messages:moderation' {
  export const messages: {
    readonly title: (name: string) => string
    readonly notes: string
    readonly noNotes: string
    readonly newNote: string
    readonly addNote: string
    readonly changeNote: string
    readonly deleteNote: string
    readonly noteDeleted: string
    readonly edited: (when: string) => string
    readonly noRestrictions: string
    readonly reportsAbout: string
    readonly reportsBy: string
    readonly noReports: string
    readonly allReports: string
    readonly joining: string
    readonly joinedAt: (when: string) => string
    readonly byLink: (name: string, when: string) => string
    readonly byEmail: (name: string, when: string) => string
    readonly noInvitation: string
    readonly joinedWith: string
    readonly noOthers: string
    readonly sameNetwork: string
    readonly sameNetworkMore: string
    readonly deleteMessages: string
    readonly deleteTitle: (name: string) => string
    readonly sentIn: string
    readonly periods: {
      readonly hour: string
      readonly day: string
      readonly week: string
      readonly all: string
    }
    readonly count: (n: number) => string
    readonly moreThan: (n: number) => string
    readonly deleteHelp: string
    readonly deleteSubmit: string
    readonly deletions: string
    readonly noDeletions: string
    readonly states: {
      readonly deleting: (n: number) => string
      readonly deleted: (n: number) => string
      readonly stopped: (n: number) => string
      readonly restoring: (n: number) => string
      readonly restored: (n: number) => string
    }
    readonly stoppedRestoring: (n: number) => string
    readonly undoUntil: (when: string) => string
    readonly undo: string
    readonly warnings: string
    readonly noWarnings: string
    readonly warn: string
    readonly warnTitle: (name: string) => string
    readonly warnText: string
    readonly warnHelp: string
    readonly warnSubmit: string
    readonly warned: (name: string) => string
    readonly acknowledged: (when: string) => string
    readonly notAcknowledged: string
    readonly withdraw: string
    readonly ban: string
    readonly banTitle: (name: string) => string
    readonly banHelp: string
    readonly banEmail: string
    readonly banReason: string
    readonly theirMessages: string
    readonly keepMessages: string
    readonly deletePeriod: (period: string) => string
    readonly banSubmit: string
    readonly banned: (name: string) => string
    readonly tooOldToBan: string
  }
}
