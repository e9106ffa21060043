import type { Desk } from '../context.ts';
import type { Section } from '../world.ts';
import { loadPeople } from './people.ts';
import { loadSection } from './thread.ts';

/** Reads what a section of the detail shows beside messages and notes. */
export async function readSection(desk: Desk, id: number, section: Section): Promise<void> {
  if (section === 'history' || section === 'reviews') await loadSection(desk, id, section);
  else if (section === 'contacts') await loadPeople(desk, id);
}
