/**
 * Whether a header such as `If-Match` names the entity tag; weak and strong ones count alike. `part`: the part of the
 * tags to compare.
 */
export function namesEtag(header: string, etag: string, part: (given: string) => string = given => given): boolean {
  return header.split(',').some(one => {
    const given = one.trim();
    return given === '*' || part(given.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')) === etag;
  });
}
