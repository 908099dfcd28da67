export function buildDeb(
  staged: string,
  options: { architecture: string; out: string; compression?: 'xz' | 'gzip' },
): Promise<string>
