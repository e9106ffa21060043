/**
 * Whether a header such as `If-Match` names the entity tag; whether it is weak or strong does not count. `part`: what of
 * the tags in it is compared.
 */
export function namesEtag(header: string, etag: string, part: (given: string) => string = given => given): boolean {
  return header.split(',').some(one => {
    const given = one.trim();
    return given === '*' || part(given.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')) === etag;
  });
}
