// Written by npm run generate from web/texts/en.arb.

declare module 'messages:groupSettings' {
  export const messages: {
    readonly tabs: {
      readonly members: string
      readonly general: string
      readonly permissions: string
    }
    readonly name: string
    readonly nameNeeded: string
    readonly nameTaken: (name: string) => string
    readonly description: string
    readonly members: string
    readonly membersMore: string
    readonly create: string
    readonly cannotCreate: (who: string) => string
    readonly add: string
    readonly addLabel: string
    readonly insideAlready: (given: readonly string[]) => string
    readonly wouldContainItself: (inner: string, group: string) => string
    readonly added: (what: readonly string[], group: string) => string
    readonly addedMany: (n: number, group: string) => string
    readonly removed: (what: readonly string[], group: string) => string
    readonly removedMany: (n: number, group: string) => string
    readonly undo: string
    readonly remove: string
    readonly removeFrom: (name: string, group: string) => string
    readonly groupsInside: string
    readonly deactivated: string
    readonly deactivate: string
    readonly deactivateTitle: (name: string) => string
    readonly deactivateMore: string
    readonly reactivate: string
    readonly broughtBack: (name: string) => string
    readonly inUse: string
    readonly usedByOrganization: (what: string) => string
    readonly usedByChannel: (channel: string, what: string) => string
    readonly usedByGroup: (group: string, what: string) => string
    readonly usedInside: (groups: readonly string[]) => string
    readonly hiddenChannel: string
    readonly made: string
    readonly madeBy: (name: string) => string
    readonly permissionList: string
    readonly hasNoScopes: string
    readonly locked: (who: string) => string
    readonly systemGroup: string
    readonly inOrganization: (label: string) => string
    readonly inChannel: (channel: string, label: string) => string
    readonly ofGroup: (group: string, label: string) => string
    readonly permissions: {
      readonly can_mention_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_join_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_leave_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_add_members_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_remove_members_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_manage_group: {
        readonly label: string
        readonly help: string
      }
    }
  }
}
