/** Pages for creating and recovering accounts, and the emails that link to them. */
export const en = {
  fields: {
    name: 'Your name',
    email: 'Email address',
    newPassword: 'New password',
    passwordHint: (fewest: number) => `At least ${fewest} characters.`,
    strength: {
      guessable: 'Too weak: easy to guess',
      names: 'Too weak: contains a name or email address',
      fair: 'Fair',
      good: 'Good',
      strong: 'Strong',
    },
    channelGroups: 'Channels to join',
    /** Subjects of error messages. */
    theName: 'The name',
    theAddress: 'The email address',
    thePassword: 'The password',
  },
  join: {
    title: (organization: string) => `Join ${organization}`,
    ownAddress: 'Your address:',
    signsInWithAddress: 'You’ll use it to sign in.',
    addressFirst: 'Enter your email address, and we’ll send you a link.',
    make: 'Create account',
    goOn: 'Continue',
    sendLink: 'Send link',
    haveAccount: 'I already have an account',
    continueWith: (provider: string) => `Continue with ${provider}`,
    isTaken: 'There’s already an account with this email address.',
    noMail: (organization: string) =>
      `This server can’t send email, so it can’t check your address. Ask an administrator of ${organization} to create an account for you.`,
    accepted: (person: string) => `${person} accepted your invitation.`,
  },
  sent: {
    title: 'Check your email',
    link: (email: string) => `We sent a link to ${email}. It expires in 24 hours.`,
    reset: (email: string) => `If ${email} has an account here, we sent it a link. It expires in an hour.`,
  },
  wrong: 'Something went wrong',
  forgotten: {
    title: 'Reset your password',
    button: 'Send link',
    noMail: (organization: string) =>
      `This server can’t send email, so it can’t send you a link. Ask an administrator of ${organization} to have a new password set on the server.`,
  },
  reset: {
    title: 'Choose a new password',
    button: 'Set password',
    done: 'Your password has been changed. Sign in again on all your devices.',
  },
  done: 'Done',
  address: {
    title: 'Confirm your new email address',
    becomes: (name: string) => `Change the email address of ${name} to`,
    before: (before: string) => `, replacing ${before}.`,
    use: 'Change email',
    changed: (organization: string, email: string) =>
      `Your email address in ${organization} is now ${email}. Use it to sign in.`,
    stopTitle: 'Cancel the email change',
    stays: (name: string) => `Keep the email address of ${name} as`,
    stop: 'Cancel the change',
    stopped: 'Change canceled',
    stoppedText:
      'Your email address stays the same. If you didn’t request the change, change your password and regenerate your API key now.',
  },
  mails: {
    hello: (name: string) => `Hello ${name},`,
    helloStranger: 'Hello,',
    join: {
      subject: (organization: string) => `Join ${organization}`,
      text: (organization: string) =>
        `use this link to create your account in ${organization}. It expires in 24 hours.`,
      nothing: 'If you didn’t request this, you can ignore this email.',
    },
    known: {
      subject: (organization: string) => `You already have an account in ${organization}`,
      text: (organization: string, url: string) =>
        `someone, probably you, tried to join ${organization} with this email address. You already have an account: sign in at ${url}.`,
      forgotten: 'Forgot your password?',
    },
    signIn: {
      subject: (organization: string) => `Your sign-in link for ${organization}`,
      text: (organization: string) =>
        `use this link to sign in to ${organization}. It works once and expires in 15 minutes.`,
      link: 'Sign in',
      nothing: 'If you didn’t request this, you can ignore this email. Don’t share the link.',
    },
    reset: {
      subject: (organization: string) => `Reset your password for ${organization}`,
      text: (organization: string) =>
        `someone, probably you, asked to reset the password of your account in ${organization}. Use this link to choose a new one. It expires in an hour.`,
      link: 'Choose a new password',
      nothing: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
    },
    newAddress: {
      subject: (organization: string) => `Confirm your new email address for ${organization}`,
      text: (organization: string, email: string, before: string) =>
        `you asked to change the email address of your account in ${organization} from ${before} to ${email}. Use this link to confirm. It expires in 24 hours.`,
      link: 'Confirm the new address',
      nothing: 'If you didn’t request this, you can ignore this email. Nothing will change.',
    },
    otherAddress: {
      subject: (organization: string) => `Change of your email address in ${organization}`,
      text: (organization: string, email: string, before: string) =>
        `someone, probably you, asked to change the email address of your account in ${organization} from ${before} to ${email}. The change takes effect once the link we sent to the new address is opened.`,
      warning:
        'If this wasn’t you, someone else has access to your account. Cancel the change with this link, then change your password and regenerate your API key.',
      link: 'Cancel the change',
    },
    changed: {
      subject: (organization: string) => `Your email address in ${organization} has changed`,
      toNew: (organization: string, url: string) =>
        `this is now the email address of your account in ${organization}. Use it to sign in at ${url}.`,
      toOld: (organization: string, before: string, email: string) =>
        `the email address of your account in ${organization} has changed from ${before} to ${email}.`,
      warning: (organization: string, url: string) =>
        `If this wasn’t you, someone else has access to your account. Contact an administrator of ${organization} (${url}).`,
    },
  },
}

export type Texts = typeof en
