/** How strong a password is, while it's typed. */
export const enPasswords = {
  length: (least: number) => `At least ${least} characters.`,
  guessable: 'Too weak: easy to guess',
  names: 'Too weak: contains a name or email address',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
}
