/** What an account has accepted of its organization's rules, as in the register response. */
export interface Acceptance {
  /** The current version; 0 without rules. */
  readonly version: number
  /** Members who haven't accepted this version or a newer one must do so; 0 if none is required. */
  readonly required_version: number
  /** 0 if the account was created without its owner seeing the rules; null if it's older than the requirement. */
  readonly accepted_version: number | null
}

/** Whether clients that support it ask the user to accept the rules. */
export const mustAcceptRules = ({ version, required_version, accepted_version }: Acceptance): boolean =>
  version > 0 && (accepted_version === null ? required_version > 0 : accepted_version < Math.max(1, required_version))
