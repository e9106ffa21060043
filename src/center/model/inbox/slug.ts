import type { Db } from '../../database/tables.ts';
import { conflict } from '../problem.ts';

const MAX_SLUG_LENGTH = 64;

/** Letters that do not decompose into a plain one and an accent. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A name as lower-case words joined by hyphens; empty if no Latin letter is left. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, letter => spelled[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  return /[a-z]/.test(slug) ? slug : '';
}

async function isTaken(db: Db, slug: string, id: number): Promise<boolean> {
  const other = await db
    .selectFrom('inbox')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** A free slug for an inbox, made from its name. */
export async function freeSlug(db: Db, name: string, id: number): Promise<string> {
  const wanted = slugOf(name) || `inbox-${id}`;
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const slug = `${wanted.slice(0, MAX_SLUG_LENGTH - ending.length).replace(/-+$/, '')}${ending}`;
    if (!(await isTaken(db, slug, id))) return slug;
  }
}

/** Throws `conflict` if another inbox has the slug. */
export async function requireFreeSlug(db: Db, slug: string, id: number): Promise<void> {
  if (await isTaken(db, slug, id))
    throw conflict('Another inbox has this slug.', [{ path: 'slug', message: 'is taken' }]);
}
