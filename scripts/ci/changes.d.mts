export function changesIn(
  root: string,
  env?: NodeJS.ProcessEnv,
): { base: string | undefined; files?: string[]; reason?: string }
