/** What pages for making and mending accounts say, and the mails that lead to them. */
export const en = {
  fields: {
    name: 'Your name',
    email: 'E-mail address',
    newPassword: 'New password',
    passwordHint: (fewest: number) => `At least ${fewest} characters.`,
    strength: {
      guessable: 'Too weak: easy to guess',
      names: 'Too weak: contains a name or email address',
      fair: 'Fair',
      good: 'Good',
      strong: 'Strong',
    },
    channelGroups: 'Channels to begin in',
    /** Before what is wrong with them. */
    theName: 'The name',
    theAddress: 'The address',
    thePassword: 'The password',
  },
  join: {
    title: (organization: string) => `Join ${organization}`,
    ownAddress: 'Your address:',
    signsInWithAddress: 'You sign in with your address.',
    addressFirst: 'Your address comes first: you will be sent a link.',
    make: 'Make my account',
    goOn: 'Go on',
    sendLink: 'Send me the link',
    haveAccount: 'I have an account',
    continueWith: (provider: string) => `Continue with ${provider}`,
    isTaken: 'There is an account with this address.',
    noMail: (organization: string) =>
      `This server can't send email, so it can't check your address. Ask an administrator of ${organization} to create an account for you.`,
    accepted: (person: string) => `${person} has accepted your invitation and joined.`,
  },
  sent: {
    title: 'Look into your mail',
    link: (email: string) => `A link was sent to ${email}. It works for a day.`,
    reset: (email: string) => `If ${email} has an account here, a link was sent to it. It works for an hour.`,
  },
  wrong: 'This does not work',
  forgotten: {
    title: 'Forgot password?',
    button: 'Send me a link',
    noMail: (organization: string) =>
      `This server can't send email, so it can't send you a link. Ask an administrator of ${organization} to have a new password set on the server.`,
  },
  reset: {
    title: 'New password',
    button: 'Set the password',
    done: 'The new password is set. Sign in with it wherever you use your account.',
  },
  done: 'Done',
  address: {
    title: 'Your new address',
    becomes: (name: string) => `The address of ${name} becomes`,
    before: (before: string) => `, in place of ${before}.`,
    use: 'Use this address',
    changed: (organization: string, email: string) =>
      `Your address in ${organization} is ${email} now. Sign in with it from now on.`,
    stopTitle: 'Stop the change of your address',
    stays: (name: string) => `The address of ${name} stays`,
    stop: 'Stop the change',
    stopped: 'Stopped',
    stoppedText:
      'Your address stays as it is. If you did not ask for another one, set a new password and a new API key now.',
  },
  mails: {
    hello: (name: string) => `Hello ${name},`,
    helloStranger: 'Hello,',
    join: {
      subject: (organization: string) => `Join ${organization}`,
      text: (organization: string) => `this link lets you make your account in ${organization}. It works for a day.`,
      nothing: 'If you did not ask for it, there is nothing that you need to do.',
    },
    known: {
      subject: (organization: string) => `You have an account in ${organization}`,
      text: (organization: string, url: string) =>
        `somebody, probably you, wanted to join ${organization} with this address. There is an account with it already: sign in at ${url}.`,
      forgotten: 'If you have forgotten the password',
    },
    signIn: {
      subject: (organization: string) => `Your link to ${organization}`,
      text: (organization: string) =>
        `somebody, probably you, wants to sign in to ${organization}. This link lets you in. It works once, for a quarter of an hour.`,
      link: 'Sign in',
      nothing: 'If you did not ask for it, there is nothing that you need to do. Do not pass the link on.',
    },
    reset: {
      subject: (organization: string) => `A new password for ${organization}`,
      text: (organization: string) =>
        `somebody, probably you, wants a new password for your account in ${organization}. This link lets you set one. It works for an hour.`,
      link: 'Set a new password',
      nothing: 'If you did not ask for it, there is nothing that you need to do: the password stays as it is.',
    },
    newAddress: {
      subject: (organization: string) => `Your new address in ${organization}`,
      text: (organization: string, email: string, before: string) =>
        `you have asked for ${email} to be the address of your account in ${organization}, in place of ${before}. This link does it. It works for a day.`,
      link: 'Use this address',
      nothing: 'If you did not ask for it, there is nothing that you need to do: nothing changes.',
    },
    otherAddress: {
      subject: (organization: string) => `Another address for your account in ${organization}?`,
      text: (organization: string, email: string, before: string) =>
        `somebody, probably you, wants ${email} to be the address of your account in ${organization}, in place of ${before}. It becomes that when a link is followed that was sent there.`,
      warning:
        'If this was not you, somebody else has your account. Stop the change with this link, then set a new password and a new API key.',
      link: 'Stop the change',
    },
    changed: {
      subject: (organization: string) => `Your address in ${organization} has changed`,
      toNew: (organization: string, url: string) =>
        `this is now the address of your account in ${organization}. From now on, sign in at ${url} with it.`,
      toOld: (organization: string, before: string, email: string) =>
        `the address of your account in ${organization} was ${before} and is ${email} now.`,
      warning: (organization: string, url: string) =>
        `If this was not you, somebody else has your account: tell an administrator of ${organization} (${url}).`,
    },
  },
}

export type Texts = typeof en
