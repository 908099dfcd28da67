import { count } from './en.ts'

/** Texts of the page of second factors. */
export const enSecondFactor = {
  lead: 'A password can be guessed or stolen. With something that only you have, it is not enough to enter your account.',
  codes: 'One-time codes',
  isOff: 'One-time codes are off.',
  isOnSince: (day: string, left: number) =>
    `One-time codes are on since ${day}. There are ${count(left, 'recovery code', 'recovery codes')} left.`,
  isRequired: 'Your organization requires them.',
  setUp: 'Set up one-time codes',
  setUpMore:
    'You need an app for one-time codes on your phone or computer. It shows a new code every half minute, which you give besides your password.',
  setUpAnew: 'The new app takes the place of the one that you have. There are new recovery codes, too.',
  otherApp: 'Use another app',
  turnOn: 'Turn on',
  turnOff: 'Turn off one-time codes',
  turnOffMore: 'Your password is enough again to sign in. The recovery codes work no more.',
  renew: 'New recovery codes',
  renewMore: 'There are ten new ones. Those from before work no more.',
  goOn: 'Continue',
  scan: 'Read this picture with the app.',
  picture: 'QR code for the app',
  orType: 'Or type this into it:',
  openApp: 'Open the app on this device',
  firstCode: 'The code that the app shows then',
  code: 'One-time code',
  orRecovery: 'Of your app, or a recovery code.',
  password: 'Your password',
  orSignIn: 'Or sign out and in again: for ten minutes after that you are not asked.',
  recoveryTitle: 'Your recovery codes',
  recoveryMore:
    'Keep them in a safe place: with each you sign in once when you do not have the app. They are shown only here.',
  copy: 'Copy',
  download: 'Save as a file',
  done: 'Done',
}
