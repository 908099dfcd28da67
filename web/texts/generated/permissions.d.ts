// Written by npm run generate from web/texts/en.arb.

declare module 'messages:permissions' {
  export const messages: {
    readonly systemGroups: {
      readonly 'role:internet': string
      readonly 'role:everyone': string
      readonly 'role:members': string
      readonly 'role:fullmembers': string
      readonly 'role:moderators': string
      readonly 'role:administrators': string
      readonly 'role:owners': string
      readonly 'role:nobody': string
    }
    readonly systemGroupDetails: {
      readonly 'role:internet': string
      readonly 'role:everyone': string
      readonly 'role:members': string
      readonly 'role:fullmembers': string
      readonly 'role:moderators': string
      readonly 'role:administrators': string
      readonly 'role:owners': string
      readonly 'role:nobody': string
    }
    readonly systemCrowd: {
      readonly 'role:internet': (people: string) => string
      readonly 'role:everyone': (people: string) => string
      readonly 'role:members': (people: string) => string
      readonly 'role:fullmembers': (people: string) => string
      readonly 'role:moderators': (people: string) => string
      readonly 'role:administrators': (people: string) => string
      readonly 'role:owners': (people: string) => string
      readonly 'role:nobody': (people: string) => string
    }
    readonly people: (people: number) => string
    readonly bots: (bots: number) => string
    readonly peopleAndBots: (people: number, bots: number) => string
    readonly group: (name: string) => string
    readonly groups: (n: number) => string
    readonly custom: string
    readonly customMore: string
    readonly fromOrganization: string
    readonly sameAsOrganization: string
    readonly noOneElse: string
    readonly also: (who: string, source: string) => string
    readonly setHere: (who: string) => string
    readonly organizationSetting: string
    readonly whoCan: string
    readonly close: string
    readonly groupCrowd: (name: string, crowd: string) => string
    readonly emptyGroup: (name: string) => string
    readonly morePeople: (n: number) => string
    readonly noOneSentence: string
    readonly sentence: (parts: readonly string[]) => string
    readonly unknownGroup: string
    readonly unknownPerson: string
    readonly youToo: string
    readonly namePersonOrGroup: string
    readonly withoutOne: (name: string) => string
    readonly you: string
    readonly bot: string
    readonly andMore: (n: number) => string
    readonly options: (label: string) => string
    readonly save: string
    readonly discard: string
    readonly saving: string
    readonly saved: string
    readonly userNeeded: string
    readonly changedConcurrently: string
    readonly saveAllTheSame: string
    readonly takeTheirs: string
    readonly isNamed: (isOwn: boolean) => string
    readonly isInGroup: (isOwn: boolean, group: string) => string
    readonly groupInside: (group: string, outer: string) => string
    readonly hasRole: {
      readonly 'role:everyone': (isOwn: boolean) => string
      readonly 'role:members': (isOwn: boolean) => string
      readonly 'role:fullmembers': (isOwn: boolean) => string
      readonly 'role:moderators': (isOwn: boolean) => string
      readonly 'role:administrators': (isOwn: boolean) => string
      readonly 'role:owners': (isOwn: boolean) => string
    }
    readonly hasRoleInGroup: (isOwn: boolean, role: string, group: string) => string
    readonly everywhere: (because: string) => string
    readonly reasons: {
      readonly administrator: (isOwn: boolean) => string
      readonly inside: (isOwn: boolean) => string
      readonly public: (isOwn: boolean) => string
      readonly webPublic: (isOwn: boolean) => string
    }
    readonly obstacles: {
      readonly archived: (isOwn: boolean) => string
      readonly guest: (isOwn: boolean) => string
      readonly guestOutside: (isOwn: boolean) => string
      readonly closed: (isOwn: boolean) => string
      readonly protectedHistory: (isOwn: boolean) => string
      readonly systemGroup: (isOwn: boolean) => string
    }
    readonly obstaclesOfGroups: {
      readonly archived: string
      readonly guest: string
      readonly guestOutside: string
      readonly closed: string
      readonly protectedHistory: string
      readonly systemGroup: string
    }
    readonly isNotAmong: (isOwn: boolean) => string
    readonly because: (sentence: string, reasons: string) => string
    readonly noReason: (sentence: string) => string
    readonly groupBecause: (sentence: string, reason: string) => string
    readonly groupIsNotAmong: string
    readonly throughGroup: (group: string) => string
    readonly inChannel: {
      readonly read: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly join: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly post: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly startTopics: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly addPeople: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly removePeople: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly moveWithin: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly moveOut: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly resolve: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly deleteAny: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly deleteOwn: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly administer: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
    }
    readonly ofGroup: {
      readonly mention: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly join: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly leave: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly addMembers: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly removeMembers: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly manage: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
    }
    readonly checkPermissions: string
    readonly nameSomeone: string
    readonly forSomeoneElse: string
    readonly verdictsOf: (name: string) => string
    readonly noOneAtAll: string
    readonly refused: (reason: string) => string
    readonly noServer: string
  }
}
