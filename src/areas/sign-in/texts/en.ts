/** What the pages for signing in say, and the mail about a new way to do so. */
export const en = {
  title: (organization: string) => `Sign in to ${organization}`,
  email: 'E-mail address',
  password: 'Password',
  signIn: 'Sign in',
  forgotten: 'Forgotten password',
  read: 'Read without an account',
  register: 'Make an account',
  notSignedIn: 'You are not signed in',
  again: 'Begin again',
  signedIn: 'Signed in',
  youAre: (organization: string, name: string) => `You are signed in to ${organization} as ${name}.`,
  backToApp: 'Back to the app',
  copy: 'Copy this into the program that brought you here, and into nothing else. It works once, in the next five minutes.',
  forProgram: 'For the program',
  wantsKey: 'A program that knows no other way wants your API key. Whoever has the key can do everything that you can.',
  showKey: 'Show my API key',
  key: {
    title: 'Your API key',
    address: 'Address',
    email: 'E-mail',
    key: 'API key',
    keep: 'Keep it as you keep a password.',
  },
  secondStep: {
    title: 'Second step',
    codeOfApp: 'Give the code that your app for one-time codes shows now.',
    code: 'Code',
    orRecovery: 'Without the app, one of your recovery codes does as well. Each works once.',
    setUp: 'Set up a second factor',
    required: (organization: string) =>
      `${organization} requires a second factor: from now on you give a one-time code as well when you sign in.`,
    scan: 'Read this picture with an app for one-time codes on your phone.',
    picture: 'QR code for the app',
    orType: 'Or type this into the app:',
    openApp: 'Open the app on this device',
    firstCode: 'The code that the app shows then',
    turnOn: 'Turn on',
    recoveryTitle: 'Your recovery codes',
    recovery:
      'Write these down and keep them safe: with each you sign in once when you do not have the app. They are shown only here.',
    goOn: 'I have kept them',
  },
  passkey: {
    link: 'Sign in with a passkey',
    instead: 'Use a passkey instead',
    title: 'Sign in with a passkey',
    what: 'Your device asks for your fingerprint, your face or its PIN, and no password is needed.',
    use: 'Use a passkey',
    needsScripts: 'Passkeys need scripts, which are turned off in this browser.',
    notShown: 'No passkey was shown. Try again, or choose another way.',
    otherWay: 'Another way',
  },
  link: {
    title: 'Have a link mailed',
    what: 'You get a mail with a link by which you sign in without a password.',
    send: 'Send me a link',
    noAddress: 'This is no e-mail address.',
    sentTitle: 'Look into your mailbox',
    sent: (email: string) =>
      `If ${email} has an account here, a link was sent to it. It works once, for a quarter of an hour.`,
    as: (organization: string, name: string) => `Sign in to ${organization} as ${name}.`,
  },
  linked: {
    subject: (organization: string, provider: string) => `Signing in to ${organization} with ${provider}`,
    hello: (name: string) => `Hello ${name},`,
    text: (organization: string, provider: string) =>
      `your account in ${organization} was entered with ${provider} for the first time. From now on you can sign in that way.`,
    warning: (organization: string) => `If this was not you, tell an administrator of ${organization}.`,
  },
}

export type Texts = typeof en
