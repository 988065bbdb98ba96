import { SchemaForm, type SchemaFormProps } from 'elicitkit/forms';
import * as z from 'zod';

const trip = z.object({ from: z.string(), to: z.string(), bags: z.int().min(0).max(3) });

export const TripForm = ({ onRespond, onDecline }: Omit<SchemaFormProps, 'schema'>) => (
  <SchemaForm schema={trip} message="A few details, and I will book it." onRespond={onRespond} onDecline={onDecline} />
);
