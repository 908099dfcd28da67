// Written by npm run generate from web/texts/en.arb.

declare module 'messages:views' {
  export const messages: {
    readonly filterRows: string
    readonly whichUnread: string
    readonly whichShown: {
      readonly heard: string
      readonly mentioned: string
      readonly followed: string
      readonly direct: string
      readonly all: string
    }
    readonly whereUnread: string
    readonly everywhere: string
    readonly showAllUnread: string
    readonly markRead: string
    readonly markReadOf: (name: string) => string
    readonly markAllRead: string
    readonly openChannel: (name: string) => string
    readonly markedRead: (n: number) => string
    readonly markedReadIn: (n: number, where: string) => string
    readonly undo: string
    readonly unreadAgain: (n: number) => string
    readonly nothingToUndo: string
    readonly notMarked: string
    readonly notUndone: string
    readonly saidBy: (sender: string) => string
    readonly followed: string
    readonly muted: string
    readonly older: string
    readonly recentEmpty: string
    readonly caughtUp: string
    readonly caughtUpMore: string
    readonly invite: string
    readonly reasons: {
      readonly mine: string
      readonly followed: string
      readonly participated: string
      readonly lively: string
      readonly later: string
    }
    readonly isMuted: (n: number) => string
    readonly moreOfReason: (conversations: number, messages: number) => string
    readonly leaveForLater: string
    readonly leaveForLaterOf: (name: string) => string
    readonly backFromLater: string
    readonly awayFor: (days: number, messages: number) => string
    readonly messagesUnread: (messages: number) => string
    readonly notNow: string
    readonly configureViews: string
    readonly viewsHint: string
    readonly showInSidebar: (name: string) => string
    readonly moveUp: (name: string) => string
    readonly moveDown: (name: string) => string
    readonly renameView: (name: string) => string
    readonly removeView: (name: string) => string
    readonly ownView: string
    readonly saveView: string
    readonly viewName: string
    readonly save: string
    readonly viewSaved: (name: string) => string
    readonly nothingToSave: string
    readonly catchUp: string
    readonly recentOwn: string
    readonly recentNone: string
    readonly recentMore: string
    readonly listKeys: string
    readonly movedToLater: (name: string) => string
    readonly removedFromLater: (name: string) => string
  }
}
