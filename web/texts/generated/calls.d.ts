// Written by npm run generate from web/texts/en.arb.

declare module 'messages:calls' {
  export const messages: {
    readonly join: string
    readonly joinWithVideo: string
    readonly joining: string
    readonly inCall: (names: readonly string[]) => string
    readonly leave: string
    readonly mute: string
    readonly unmute: string
    readonly cameraOn: string
    readonly cameraOff: string
    readonly shareScreen: string
    readonly stopSharing: string
    readonly raiseHand: string
    readonly lowerHand: string
    readonly panel: string
    readonly larger: string
    readonly smaller: string
    readonly morePeople: (n: number) => string
    readonly you: string
    readonly muted: string
    readonly handRaised: string
    readonly connecting: string
    readonly interrupted: string
    readonly lost: (name: string) => string
    readonly incoming: (name: string) => string
    readonly accept: string
    readonly acceptVideo: string
    readonly decline: string
    readonly cannotJoin: string
    readonly youWereRemoved: string
    readonly movedToOtherDevice: string
    readonly joinedWithoutCamera: string
    readonly callEnded: string
    readonly soundBlocked: string
    readonly turnOnSound: string
    readonly problems: {
      readonly microphone: {
        readonly denied: string
        readonly missing: string
        readonly busy: string
        readonly insecure: string
        readonly failed: string
      }
      readonly camera: {
        readonly denied: string
        readonly missing: string
        readonly busy: string
        readonly insecure: string
        readonly failed: string
      }
    }
    readonly screenOf: (name: string) => string
    readonly joinedCall: (name: string) => string
    readonly leftCall: (name: string) => string
    readonly mutePerson: (name: string) => string
    readonly removePerson: (name: string) => string
    readonly endForEveryone: string
    readonly controls: string
    readonly more: string
    readonly devices: string
    readonly deviceKinds: {
      readonly microphone: string
      readonly camera: string
      readonly speaker: string
    }
    readonly defaultDevice: string
    readonly chosenIsGone: string
    readonly allowToSee: {
      readonly microphone: string
      readonly camera: string
    }
    readonly allow: string
    readonly help: string
    readonly pushToTalk: string
    readonly holdToTalk: string
    readonly talking: string
    readonly pictureInPicture: string
    readonly movePanel: string
    readonly moveWithArrows: string
    readonly optionsFor: (name: string) => string
    readonly volume: string
    readonly muteForYou: string
    readonly mutedForYou: string
    readonly poorConnection: string
    readonly ownPoor: string
    readonly cutOff: string
    readonly rejoin: string
    readonly sharing: string
    readonly actualSize: string
    readonly usesOther: (name: string) => string
    readonly speakerGone: (name: string) => string
    readonly mutedBy: (name: string) => string
    readonly raisedHand: (name: string) => string
    readonly sharesScreen: (name: string) => string
    readonly youAreMuted: string
    readonly youAreUnmuted: string
    readonly replyWithMessage: string
  }
}
