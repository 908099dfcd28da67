export function installationsFor(
  suites: string[],
  changed: string[],
  options?: { all?: boolean },
): { name: string; command: string[]; suites: string[]; required?: boolean; onlyFor?: string[] }[]
